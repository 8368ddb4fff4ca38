/** The upgrade notice as the page shows it. Dates are `yyyy-MM-dd`, `id` changes with the content. */
export type NoticeFacts = {
  id: string;
  mode: "box" | "full";
  title: string;
  start: string;
  end: string;
  text: string;
  phone: string;
  /** Where all notices are, or empty. */
  href: string;
};
