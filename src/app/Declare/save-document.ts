import { readToken } from "#src/site/session/token.ts";

export const NOT_SAVED = "没有下载成功，请稍后再试";

/** Fetches a document below /prod-api and hands it to the browser; why not, or nothing where it was done. */
export async function saveDocument(path: string, name: string): Promise<string> {
  const token = readToken();
  const answer = await fetch(`/prod-api${path}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  if (answer.headers.get("content-type")?.includes("json")) {
    const { msg } = (await answer.json()) as { msg?: string };
    return msg || NOT_SAVED;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
  return "";
}
