/** A row of the list of jobs as the server sends it (wire 5, "Job"). */
export type JobRow = {
  jobId: number;
  jobName: string;
  jobGroup: string;
  invokeTarget: string;
  cronExpression: string;
  misfirePolicy: string;
  concurrent: string;
  status: string;
  remark: string;
  nextTickAt: string | null;
  createBy: string;
  createTime: string;
};

/** Something a job may call. */
export type Target = {
  name: string;
  label: string;
  params: { label: string; type: keyof typeof SAMPLE }[];
};

export const PATH = "/monitor/job";

/** In the contract's words; RuoYi's form has the same order. */
export const MISFIRE = [
  { value: "1", label: "立即执行", hint: "错过的每一次都补上" },
  { value: "2", label: "执行一次", hint: "错过的只补一次" },
  { value: "3", label: "放弃执行", hint: "等下一次" },
] as const;

/** 0 is the contract's default, which means one run for all. */
export const misfireText = (policy: string): string =>
  MISFIRE.find(({ value }) => value === policy)?.label ?? "默认（执行一次）";

const SAMPLE = {
  string: "''",
  boolean: "true",
  long: "1L",
  double: "1.0D",
  integer: "1",
} as const;

/** How a call of it is written, with values to replace. */
export const sampleCall = ({ name, params }: Target): string =>
  params.length === 0 ? name : `${name}(${params.map(({ type }) => SAMPLE[type]).join(", ")})`;
