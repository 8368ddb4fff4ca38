/** What somebody typed or followed, as it is looked for; else the text that stands below the field. */
export type Read =
  | { asked: { code: string } | { memberNo: string; name: string } }
  | { problem: { field: "code" | "memberNo" | "name"; text: string } };

const CODE = /^[0-9A-Za-z_-]{22}$/;
const NUMBER = /^[PD]\d{9}$/;

/** Full-width signs as narrow ones, no spaces: people copy from paper, and from messages with breaks in them. */
const plain = (text: string) => text.normalize("NFKC").replace(/\s+/g, "");

/** The code in what was typed: itself, or the whole address of the page that a QR code leads to. */
export function readCode(text: string): Read {
  const code = plain(text).replace(/^.*\/verify\/([^/?#]*).*$/, "$1");
  if (CODE.test(code)) return { asked: { code } };
  const told =
    code === ""
      ? "请输入证书上的验证码"
      : "验证码应为 22 位字母、数字或符号 - _，区分大小写，请对照证书核对";
  return { problem: { field: "code", text: told } };
}

/** A member's number and the name that goes with it. */
export function readMember(numberText: string, nameText: string): Read {
  const memberNo = plain(numberText).toUpperCase();
  const name = nameText.normalize("NFC").trim();
  if (!NUMBER.test(memberNo)) {
    const text = "会员号应为字母 P 或 D 加 9 位数字，如 P202600001";
    return { problem: { field: "memberNo", text } };
  }
  if (name === "") return { problem: { field: "name", text: "请输入会员姓名或单位全称" } };
  return { asked: { memberNo, name } };
}
