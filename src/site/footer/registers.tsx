import type { ReactElement } from "react";
import { outside } from "../shell/main-menu.tsx";
import type { SiteFacts } from "../shell/site-facts.ts";

/** Where the two numbers of a site are kept; product 7.3 asks for links that need no script. */
const ICP_REGISTER = "https://beian.miit.gov.cn/";
const POLICE_REGISTER = "https://beian.mps.gov.cn/";

/** © line with the ICP and police numbers, on every page. */
export function Registers({ site }: { readonly site: SiteFacts }): ReactElement {
  return (
    <>
      <span>{site.copyright}</span>
      {site.icp ? (
        <a href={ICP_REGISTER} {...outside}>
          {site.icp}
        </a>
      ) : null}
      {site.police ? (
        <a href={POLICE_REGISTER} {...outside}>
          <img src="/police.svg" alt="" width={18} height={20} loading="lazy" />
          {site.police}
        </a>
      ) : null}
    </>
  );
}
