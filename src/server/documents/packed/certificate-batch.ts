import type { Readable } from "node:stream";
import type { CertificateData } from "../pdf/certificate.ts";
import { pdfBatch } from "./pdf-batch.ts";

/** Certificates of members as a ZIP, each under its number and name: pdf-batch.ts. */
export const certificateBatch = (
  draw: (data: CertificateData) => Promise<Uint8Array>,
  list: readonly CertificateData[],
): Readable =>
  pdfBatch(
    draw,
    list.map((data) => ({ name: `${data.memberNo} ${data.name}`, data })),
  );
