import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { removeFile, storeFiles } from "#src/app/common/upload/service.server.ts";
import { plainText } from "#src/lib/text/plain-text.ts";
import { LIBRARY_MAX } from "#src/lib/upload/library.ts";
import { afterCommit } from "#src/server/calls/request-transaction.ts";
import { cleanHtml } from "#src/server/fields/rich-text.ts";
import { AppError } from "#src/server/http/errors.ts";
import type { Context } from "#src/server/start/context.ts";
import type { ReadDocument } from "./docx-read.ts";
import type { ImportItem, ImportReport } from "./word-report.ts";

export type ImportedText = { title: string; html: string; report: ImportReport };

export type ImportOwner = { userId: number; userName: string };

/** The answer of both imports. */
export const IMPORTED = {
  title: Type.String(),
  html: Type.String(),
  report: Type.Object({
    kept: Type.Object({
      paragraphs: Type.Integer(),
      pictures: Type.Integer(),
      tables: Type.Integer(),
      footnotes: Type.Integer(),
    }),
    items: Type.Array(
      Type.Object({
        level: Type.Enum(["lost", "changed", "ignored"]),
        kind: Type.String(),
        text: Type.String(),
        place: Type.Optional(Type.String()),
      }),
    ),
  }),
};

type Place = Pick<Context, "db" | "env" | "files" | "log">;

/** Refusals of the picture itself; any other failure (no space, no store) ends the import. */
const OF_THE_PICTURE = /^(图片|动图|文件\[)/;

/**
 * Stores the pictures of a text that was read and puts their addresses into it; those that are no
 * pictures become losses in the report. Whatever goes wrong, and when `signal` says that nobody waits
 * any more, none of them stays.
 */
export async function keepPictures(
  place: Place,
  { title, html, pictures, report }: ReadDocument,
  owner: ImportOwner,
  signal: AbortSignal,
): Promise<{ imported: ImportedText; stored: string[] }> {
  const addresses = new Map<number, string>();
  const alts = altsIn(html);
  let lost = 0;
  const kept = await storeFiles(place, async (draw) => {
    for (const [index, { bytes, extension }] of pictures.entries()) {
      signal.throwIfAborted();
      try {
        const { fileName } = await draw({
          bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
          originalName: `${(title || "导入的图片").slice(0, 40)}-${index + 1}.${extension}`,
          purpose: "content",
          ownerId: owner.userId,
          createBy: owner.userName,
          isInLibrary: true,
          alt: alts.get(index),
        });
        addresses.set(index, `/prod-api${fileName}`);
      } catch (error) {
        if (!(error instanceof AppError && OF_THE_PICTURE.test(error.message))) throw error;
        lost++;
      }
    }
    signal.throwIfAborted();
  });
  // Quotes in the text are written as entities: `src="picture:` is nowhere but in what we wrote.
  const placed = html.replace(/ src="picture:(\d+)"/g, (_all, index) => {
    const address = addresses.get(Number(index));
    return address ? ` src="${address}"` : "";
  });
  const items: ImportItem[] = lost
    ? [
        {
          level: "lost",
          kind: "图片",
          text: `${lost} 张图片无法识别或尺寸过大，没有带入`,
        },
        ...report.items,
      ]
    : report.items;
  const text = cleanHtml(placed).replaceAll("<figure></figure>", "");
  return {
    imported: {
      title,
      html: text,
      report: {
        kept: { ...report.kept, pictures: (text.match(/<img /g) ?? []).length },
        items,
      },
    },
    stored: kept.map(({ fileName }) => fileName),
  };
}

/** The words of each picture of a text, by its number: the library keeps them for its next use. */
const altsIn = (html: string): Map<number, string> =>
  new Map(
    [...html.matchAll(/ src="picture:(\d+)" alt="([^"]*)"/g)].map(([, index, alt = ""]) => [
      Number(index),
      plainText(alt).slice(0, LIBRARY_MAX.alt),
    ]),
  );

/** Removes the files of an import; one that cannot be removed now stays in the library. */
async function removeStored(place: Place, stored: readonly string[]): Promise<void> {
  for (const fileName of stored) {
    await removeFile(place, fileName).catch((error: unknown) =>
      place.log.error(error, "a picture of an import that ended stays"),
    );
  }
}

/** Aborted when the caller has gone before the answer. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableEnded) gone.abort(new AppError("导入已取消"));
  });
  return gone.signal;
}

/** Nobody who has gone learns the addresses of what was stored for them. */
export const forgetUnless = (
  reply: FastifyReply,
  place: Place,
  stored: readonly string[],
): Promise<void> =>
  // Before the commit there is nothing to be seen that could be removed.
  afterCommit(async () => {
    const forget = () => {
      if (!reply.raw.writableEnded) void removeStored(place, stored);
    };
    if (reply.raw.destroyed) forget();
    else reply.raw.once("close", forget);
  });
