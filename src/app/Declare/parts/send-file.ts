import { ApiError } from "#src/site/session/http.ts";
import { readToken } from "#src/site/session/token.ts";

type Uploaded = { code: number; msg?: string; fileName: string; url: string };

const FAILED = "上传失败, 请重试";

/**
 * Sends one paper of a declaration; `onProgress` hears how much of it is there, from 0 to 1. `fetch` does not
 * say how far a body has come.
 * @throws ApiError with the server's text, 401 where the session has ended.
 */
export function sendFile(file: File, onProgress: (share: number) => void): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/prod-api/common/oss/upload");
    const token = readToken();
    if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    const fail = () => reject(new ApiError(0, FAILED));
    request.addEventListener("error", fail);
    request.addEventListener("timeout", fail);
    request.addEventListener("load", () => {
      try {
        const answer = JSON.parse(request.responseText) as Uploaded;
        if (answer.code === 200) resolve(answer);
        else reject(new ApiError(answer.code, (answer.msg || FAILED).replaceAll("<br/>", "")));
      } catch {
        fail();
      }
    });
    const body = new FormData();
    body.set("purpose", "declaration");
    body.set("file", file);
    request.send(body);
  });
}
