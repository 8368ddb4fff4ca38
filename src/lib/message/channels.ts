export const CHANNELS = ["site", "sms", "mail"] as const;
export type Channel = (typeof CHANNELS)[number];

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  site: "站内消息",
  sms: "短信",
  mail: "邮件",
};

/** What is said in a channel; a short message has no title. */
export type Words = { title: string; text: string };
