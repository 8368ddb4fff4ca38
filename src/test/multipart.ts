import type { Answer, TestApp } from "./app.ts";

export type Part = { field: string; name: string; bytes: Uint8Array; type?: string };

/** A multipart request below /prod-api, as a browser's FormData makes it. */
export async function upload(
  it: TestApp,
  url: string,
  parts: Part[],
  { token, fields = {} }: { token?: string; fields?: Record<string, string> } = {},
): Promise<Answer["body"]> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const { field, name, bytes, type = "application/octet-stream" } of parts) {
    form.append(field, new File([Buffer.from(bytes)], name, { type }));
  }
  const encoded = new Response(form);
  const answer = await it.app.inject({
    method: "POST",
    url: `/prod-api${url}`,
    headers: {
      "content-type": encoded.headers.get("content-type") ?? "",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return answer.json();
}
