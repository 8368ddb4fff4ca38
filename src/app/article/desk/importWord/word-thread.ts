import fs from "node:fs";
import { answerTask } from "#src/server/documents/bounded-thread.ts";
import { readDocx } from "./docx-read.ts";

// The thread that word-reader.server.ts starts for one document.

export type WordTask = { docx: string };

answerTask(({ docx }: WordTask) => readDocx(fs.readFileSync(docx)));
