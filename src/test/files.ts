import { storedFile } from "../app/common/upload/table.server.ts";
import type { TestApp } from "./app.ts";

/** The row of a stored picture without its bytes: something that can be used. */
export const storedAt = ({ db }: Pick<TestApp, "db">, path: string) =>
  db.insert(storedFile).values({
    path,
    originalName: "图.png",
    mime: "image/png",
    bytes: 1,
    sha256: "",
    purpose: "content",
  });
