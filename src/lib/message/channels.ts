export const CHANNELS = ["site", "sms", "mail"] as const;
export type Channel = (typeof CHANNELS)[number];

/** What is said in a channel; a short message has no title. */
export type Words = { title: string; text: string };
