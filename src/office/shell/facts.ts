import { createContext, useContext } from "react";

/** Facts in the document, the same for every person. */
export type OfficeFacts = {
  /** Name of the society. */
  name: string;
  /** Mark beside it, such as 演示站; may be empty. */
  badge: string;
  /** Setting sys.index.sideTheme. */
  sideTheme: string;
  /** Origins that an InnerLink may show. */
  innerLinkHosts: string[];
  version: string;
};

export const PRODUCT = "学会管理后台";

export const FactsContext = createContext<OfficeFacts>({
  name: "",
  badge: "",
  sideTheme: "",
  innerLinkHosts: [],
  version: "",
});

export const useFacts = (): OfficeFacts => useContext(FactsContext);
