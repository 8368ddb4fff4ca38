/** Whether a page has the footer that says how to ask a person: the page of advice, and any with `state=1`. */
export const isConsultationPage = ({
  pathname,
  searchParams,
}: Pick<URL, "pathname" | "searchParams">): boolean =>
  pathname === "/advisoryImg" || searchParams.get("state") === "1";
