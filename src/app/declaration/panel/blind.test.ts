import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { startApp } from "#src/test/app.ts";
import { openBatch } from "#src/test/declare.ts";
import { atExperts, judgeOf, reviewBy, sheetWith } from "#src/test/experts.ts";
import { readPdf } from "#src/test/pdf.ts";

// Whatever an expert of a blind batch can get, byte by byte: no name of the leader, of a member or of a unit, no
// telephone and no address is in it.
const it = await startApp();

const SECRETS = [
  "林晓",
  "林 晓",
  "沈洁",
  "云川师范大学",
  "东海市实验小学",
  "13800002096",
  "138 0000 2096",
  "linxiao",
  "盖章页",
  "成果三十篇",
];

const WRITTEN = {
  title: "林晓课题组的家庭教育研究",
  background: `云川师范大学的林 晓（138 0000 2096，LinXiao@example.cn）与沈洁走访了家庭。${"家长需要帮助，".repeat(20)}`,
  goal: `东海市实验小学的沈洁参与。${"弄清家长需要什么，".repeat(20)}`,
  leaderWork: "发表成果三十篇",
  members: [{ name: "沈洁", unit: "东海市实验小学", post: "教师", task: "与林晓调研" }],
  outcomes: [{ name: "林晓的研究报告", kind: "研究报告", note: "由云川师范大学印制" }],
};

/** All that a PDF says: its text, what it is drawn by, its facts, and its bytes; UTF-16 as it stands in facts. */
function wordsOf(file: Buffer): string[] {
  const latin = file.toString("latin1");
  const streams = [...latin.matchAll(/\nstream\n([\s\S]*?)\nendstream/g)].map(([, body = ""]) => {
    const bytes = Buffer.from(body, "latin1");
    try {
      return inflateSync(bytes);
    } catch {
      return bytes;
    }
  });
  return [
    readPdf(file)
      .map(({ text }) => text.replaceAll("\n", ""))
      .join(""),
    ...[file, ...streams].flatMap((bytes) => [
      bytes.toString("utf8"),
      bytes.toString("utf16le"),
      new TextDecoder("utf-16be").decode(bytes),
      new TextDecoder("utf-16be").decode(bytes.subarray(1)),
    ]),
  ];
}

async function allOf(isBlind: boolean) {
  const batchId = await openBatch(it, { isBlind });
  const item = await atExperts(it, batchId, WRITTEN);
  const judge = await judgeOf(it, batchId);
  await judge.calls.get(`batch?id=${judge.panelId}`);
  const id = await reviewBy(it, item.id, judge.panelId);
  const ask = async (method: "GET" | "PUT" | "POST", path: string, body?: object) => {
    const answer = await it.app.inject({
      method,
      url: `/prod-api/api/declaration/panel/${path}`,
      headers: { authorization: `Bearer ${judge.login.token}` },
      ...(body ? { payload: body } : {}),
    });
    const { rawPayload, headers } = answer;
    const isPdf = String(headers["content-type"]).includes("pdf");
    return {
      path,
      status: answer.statusCode,
      said: [
        JSON.stringify(headers),
        decodeURIComponent(String(headers["content-disposition"] ?? "")),
        ...(isPdf ? wordsOf(rawPayload) : [rawPayload.toString("utf8")]),
      ],
    };
  };
  return {
    id,
    answers: [
      await ask("GET", "mine"),
      await ask("GET", `batch?id=${judge.panelId}`),
      await ask("GET", `review?id=${id}`),
      await ask("GET", `form?id=${id}`),
      await ask("GET", `file?id=${id}&slot=sealedPage&index=0`),
      await ask("PUT", "save", { id, scores: {}, comments: {}, comment: "" }),
      await ask("POST", "submit", { id, ...sheetWith(80) }),
      await ask("GET", `batch?id=${judge.panelId}`),
      // What belongs to who wrote it is closed to who judges it.
      await ask("GET", `../item/getInfo?id=${item.id}`),
      await ask("GET", `../item/form?id=${item.id}`),
    ],
  };
}

const found = (answers: { path: string; said: string[] }[]) =>
  answers.flatMap(({ path, said }) =>
    SECRETS.filter((secret) =>
      said.some((text) => text.toLowerCase().includes(secret.toLowerCase())),
    ).map((secret) => `${path.split("?")[0]}: ${secret}`),
  );

test("no byte that an expert of a blind batch gets names anybody", async () => {
  const { answers } = await allOf(true);
  expect(answers.map(({ path, status }) => `${path.split("?")[0]} ${status}`)).toContain(
    "form 200",
  );
  expect(found(answers)).toEqual([]);
  const said = answers.flatMap((each) => each.said).join("");
  expect(said).toContain("家长需要帮助");
});

test("where the batch is not blind the same search finds them, in the answers and in the PDF", async () => {
  const places = found((await allOf(false)).answers);
  expect(places).toContain("review: 林晓");
  expect(places).toContain("form: 林晓");
  expect(places).toContain("batch: 林晓");
});
