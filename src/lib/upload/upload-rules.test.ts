import { expect, test } from "vitest";
import {
  acceptOf,
  countProblem,
  FILE_RULES,
  fileProblem,
  IMAGE_RULES,
  imageProblem,
  rulesText,
  sizeText,
} from "./upload-rules.ts";

const MB = 1024 * 1024;

test("files: the specification's types, size and number, in its words", () => {
  for (const name of ["章程.doc", "a.XLS", "a.b.ppt", "a.txt", "年报.pdf"]) {
    expect(fileProblem({ name, size: 5 * MB }, FILE_RULES)).toBeUndefined();
  }
  const wrongType = "文件格式不正确, 请上传doc/xls/ppt/txt/pdf格式文件!";
  for (const name of ["a.exe", "a.docx", "pdf", "a.", ".pdf.exe", "a.pdf/x"]) {
    expect([name, fileProblem({ name, size: 1 }, FILE_RULES)]).toEqual([name, wrongType]);
  }
  expect(fileProblem({ name: "a.pdf", size: 5 * MB + 1 }, FILE_RULES)).toBe(
    "上传文件大小不能超过 5 MB!",
  );
  expect(fileProblem({ name: "a.pdf", size: 3 * MB }, { ...FILE_RULES, maxMegabytes: 2 })).toBe(
    "上传文件大小不能超过 2 MB!",
  );
  expect(fileProblem({ name: "a.pdf", size: 0 }, FILE_RULES)).toBe("上传的文件为空");
  expect(countProblem(3, 2, FILE_RULES)).toBeUndefined();
  expect(countProblem(3, 3, FILE_RULES)).toBe("上传文件数量不能超过 5 个!");
});

test("pictures: their own types and their own text for the size", () => {
  expect(imageProblem({ name: "a.JPEG", size: 5 * MB }, IMAGE_RULES)).toBeUndefined();
  expect(imageProblem({ name: "a.gif", size: 1 }, IMAGE_RULES)).toBe(
    "文件格式不正确, 请上传png/jpg/jpeg格式文件!",
  );
  expect(imageProblem({ name: "a.png", size: 5 * MB + 1 }, IMAGE_RULES)).toBe(
    "上传头像图片大小不能超过 5 MB!",
  );
});

test("rules and sizes as people read them", () => {
  expect(rulesText(FILE_RULES)).toBe("doc、xls、ppt、txt、pdf，单个不超过 5 MB，最多 5 个");
  expect(rulesText({ ...IMAGE_RULES, maxFiles: 1 })).toBe("png、jpg、jpeg，单个不超过 5 MB");
  expect(acceptOf(IMAGE_RULES)).toBe(".png,.jpg,.jpeg");
  expect([0, 1023, 223_232, MB, 8.2 * MB].map(sizeText)).toEqual([
    "0 B",
    "1023 B",
    "218 KB",
    "1.0 MB",
    "8.2 MB",
  ]);
});
