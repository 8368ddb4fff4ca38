import type { ReactElement, ReactNode } from "react";
import { ChevronDownIcon } from "../drawings/icons.tsx";
import { Logo } from "../shell/logo.tsx";
import { outside } from "../shell/main-menu.tsx";
import type { LinkItem, ShellData, SiteFacts } from "../shell/site-facts.ts";
import { Registers } from "./registers.tsx";
import { Telephone } from "./telephone.tsx";

const isOutside = (href: string) => /^https?:/.test(href);

function Links({ items }: { readonly items: readonly LinkItem[] }): ReactElement {
  return (
    <ul>
      {items.map(({ label, href }) => (
        <li key={label}>
          <a href={href} {...(isOutside(href) ? outside : {})}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A list that is folded on narrow screens; drawn twice because <details> cannot open by width. */
function Folded(props: { readonly title: string; readonly items: readonly LinkItem[] }) {
  if (props.items.length === 0) return null;
  return (
    <details className="footer-fold">
      <summary>
        {props.title}
        <ChevronDownIcon size={18} />
      </summary>
      <Links items={props.items} />
    </details>
  );
}

function Block(props: {
  readonly title: string;
  readonly area: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={props.area}>
      <h2>{props.title}</h2>
      {props.children}
    </section>
  );
}

function Contact({ site }: { readonly site: SiteFacts }): ReactElement {
  return (
    <Block title="联系我们" area="footer-contact">
      {site.phone ? <Telephone phone={site.phone} className="footer-phone" /> : null}
      <ul>
        {site.hours ? <li>{site.hours}</li> : null}
        {site.email ? (
          <li>
            邮箱　<a href={`mailto:${site.email}`}>{site.email}</a>
          </li>
        ) : null}
        {site.address ? (
          <li>
            地址　{site.address}
            {site.postcode ? `　${site.postcode}` : ""}
          </li>
        ) : null}
      </ul>
    </Block>
  );
}

/** Instead of links and contact where `state=1`: how to ask a person (specification 2). */
function Consultation({ site }: { readonly site: SiteFacts }): ReactElement {
  return (
    <div className="footer-consult wrap">
      <Block title="咨询服务" area="footer-contact">
        <p>咨询热线</p>
        {site.phone ? <Telephone phone={site.phone} className="footer-phone" /> : null}
        {site.hours ? <p>{site.hours}</p> : null}
      </Block>
      <Block title="怎样咨询" area="footer-steps">
        <ol>
          <li>先想好一个最想解决的问题，记下孩子的年龄段和已经试过的办法。</li>
          <li>在服务时间内拨打热线，按提示转接家庭教育指导老师。</li>
          <li>
            不方便通话时，可以<a href="/advisoryImg#ask">在线提交咨询</a>
            {site.email ? (
              <>
                或写信到 <a href={`mailto:${site.email}`}>{site.email}</a>
              </>
            ) : null}
            ，一般三个工作日内答复。
          </li>
          <li>请不要说出孩子的姓名、学校等身份信息，老师不会询问这些内容。</li>
        </ol>
      </Block>
    </div>
  );
}

interface FooterProps extends Pick<ShellData, "site" | "friendlyLinks" | "quickLinks"> {
  readonly isConsultation: boolean;
}

/** What stands in the large footer of the public pages. */
export default function FooterContent(props: FooterProps): ReactElement {
  const { site, friendlyLinks, quickLinks, isConsultation } = props;
  return (
    <>
      {isConsultation ? (
        <Consultation site={site} />
      ) : (
        <>
          {friendlyLinks.length > 0 ? (
            <section className="footer-links wrap">
              <h2>友情链接</h2>
              <Links items={friendlyLinks} />
            </section>
          ) : null}
          <div className="footer-columns wrap">
            <section className="footer-about">
              <p className="footer-name">
                <Logo size={44} tone="light" />
                {site.name}
              </p>
              {site.description ? <p>{site.description}</p> : null}
            </section>
            <Folded title="友情链接" items={friendlyLinks} />
            <Folded title="常用入口" items={quickLinks} />
            <Contact site={site} />
            {quickLinks.length > 0 ? (
              <Block title="常用入口" area="footer-quick">
                <Links items={quickLinks} />
              </Block>
            ) : null}
            {site.qrHref ? (
              <figure className="footer-qr">
                <img
                  src={site.qrHref}
                  alt={`${site.qrLabel}二维码`}
                  width={112}
                  height={112}
                  loading="lazy"
                />
                <figcaption>
                  {site.qrLabel}
                  <small>长按识别二维码</small>
                </figcaption>
              </figure>
            ) : null}
          </div>
        </>
      )}
      <div className="footer-registers wrap">
        <Registers site={site} />
        {site.host ? <span className="footer-host">主办：{site.host}</span> : null}
      </div>
    </>
  );
}
