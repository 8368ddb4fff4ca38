/** For whom a receipt is to be made out: addFinance of product 4.3. */
export type Invoice = {
  /** dues, invoice. */
  type: string;
  titleType: "person" | "unit";
  title: string;
  /** Of a unit. */
  taxNo: string;
  email: string;
  phone: string;
};
