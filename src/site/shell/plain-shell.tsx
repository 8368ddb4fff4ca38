import type { ReactElement } from "react";
import { ElderSwitch, ElderTools } from "../elder/elder-tools.tsx";
import { Registers } from "../footer/registers.tsx";
import { Brand } from "./brand.tsx";
import { Frame, type ShellProps } from "./frame.tsx";
import type { SiteFacts } from "./site-facts.ts";

/** Masthead and one line of footer around the log-in pages. */
export function PlainShell({ shell, children }: ShellProps): ReactElement {
  return (
    <Frame header={<PlainHeader site={shell.site} />} footer={<SlimFooter site={shell.site} />}>
      {children}
    </Frame>
  );
}

/** The masthead of the log-in pages: no search, no menu. */
function PlainHeader({ site }: { readonly site: SiteFacts }): ReactElement {
  return (
    <header className="site-header plain-header">
      <div className="masthead wrap">
        <Brand site={site} />
        <div className="masthead-actions">
          <ElderSwitch />
          <a href="/" className="link">
            返回首页
          </a>
        </div>
        <ElderTools />
      </div>
    </header>
  );
}

/** One line below the log-in pages. */
function SlimFooter({ site }: { readonly site: SiteFacts }): ReactElement {
  return (
    <footer className="slim-footer">
      <div className="wrap">
        <Registers site={site} />
        {site.phone ? <span>咨询电话 {site.phone}</span> : null}
      </div>
    </footer>
  );
}
