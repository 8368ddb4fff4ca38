/** What the page says of the society. */
export type DeclareFacts = { noticesHref: string; phone: string; hours: string };
