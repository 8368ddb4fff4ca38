import { addressProblem, MAX_ADDRESS, webProblem } from "../../lib/address/site-address.ts";
import { type Field, text } from "./fields.ts";

/** Field of an address: a path of this site or http(s), with `isWeb` the latter only; may be empty. */
export function address(
  label: string,
  options: { isRequired?: boolean; isWeb?: boolean } = {},
): Field<string> {
  const plain = text(label, { max: MAX_ADDRESS, ...options });
  const problem = options.isWeb ? webProblem : addressProblem;
  return {
    ...plain,
    read(value) {
      const read = plain.read(value);
      if ("error" in read || read.value === "") return read;
      const wrong = problem(label, read.value);
      return wrong ? { error: wrong } : read;
    },
  };
}

/** Field of a picture of the file store, as an upload answered it; `also` names what else may be. */
export function picture(
  label: string,
  options: { isRequired?: boolean; also?: RegExp } = {},
): Field<string> {
  const plain = text(label, { max: 200, ...options });
  return {
    ...plain,
    namesFiles: true,
    read(value) {
      const read = plain.read(value);
      if ("error" in read || read.value === "") return read;
      const path = read.value;
      return STORED.test(path) || options.also?.test(path)
        ? read
        : { error: `请重新上传${label}，只能是 png、jpg、webp 或 gif 图片` };
    },
  };
}

const STORED = /^\/profile\/upload\/\d{4}\/\d{2}\/\d{2}\/[\da-f]{32}\.(png|jpe?g|gif|webp)$/;
