/** Facts of the society on every page; all of them settings. Empty texts are left out of the page. */
export type SiteFacts = {
  name: string;
  /** Small mark beside the name, such as 演示站. */
  badge: string;
  latinName: string;
  description: string;
  phone: string;
  hours: string;
  email: string;
  address: string;
  postcode: string;
  host: string;
  icp: string;
  police: string;
  /** With year and ©. */
  copyright: string;
  /** Address of the drawn QR code and the words below it. */
  qrHref: string;
  qrLabel: string;
  /** Address of the framed chat page with id=1, or empty. */
  chatUrl: string;
  /** Origin of absolute addresses, without a trailing slash. */
  origin: string;
  /** Rules for the colours of the site, empty where they are the usual ones. */
  themeCss: string;
  /** Elder mode for who has not chosen. */
  isElderFirst: boolean;
};

export type MenuItem = {
  id: number;
  label: string;
  href: string;
  isExternal: boolean;
  children: MenuItem[];
};

export type LinkItem = { label: string; href: string };

/** Data that the layouts load for their frame. */
export type ShellData = {
  site: SiteFacts;
  menu: MenuItem[];
  friendlyLinks: LinkItem[];
  /** 常用入口: only pages that are there. */
  quickLinks: LinkItem[];
  /** The footer of the consultation pages: `state=1` (specification 2). */
  isConsultation: boolean;
};
