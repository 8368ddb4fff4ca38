// Names by which a member would pass for staff, for the society, or for the state.

/** Pairs: a character in the traditional script, or a radical that looks like one, and the simple one. */
const TRADITIONAL =
  "祕秘員员會会長长學学國国務务書书處处統统組组織织黨党總总導导領领審审編编輯辑認认證证機机關关廳厅門门網网檢检監监財财稅税團团聯联婦妇協协號号發发訊讯衛卫華华義义務务農农業业東东臺台級级構构專专視视電电話话報报體体環环聞闻僑侨綜综執执軍军區区縣县師师產产電电裏里⻓长⾧长";
const SIMPLE: ReadonlyMap<string, string> = new Map(
  (TRADITIONAL.match(/../gu) ?? []).map((pair) => [...pair] as [from: string, to: string]),
);

/** Cyrillic and Greek letters, and digits, that are read as Latin letters. */
const LATIN: ReadonlyMap<string, string> = new Map([
  ["\u0430", "a"],
  ["\u0435", "e"],
  ["\u043e", "o"],
  ["\u0440", "p"],
  ["\u0441", "c"],
  ["\u0445", "x"],
  ["\u0456", "i"],
  ["\u0455", "s"],
  ["\u0501", "d"],
  ["\u0443", "y"],
  ["\u043c", "m"],
  ["\u0442", "t"],
  ["\u043d", "h"],
  ["\u043a", "k"],
  ["\u0432", "b"],
  ["\u03b1", "a"],
  ["\u03bf", "o"],
  ["\u03c1", "p"],
  ["\u03b9", "i"],
  ["\u03bd", "v"],
  ["\u03c4", "t"],
  ["\u0131", "i"],
  ["0", "o"],
  ["1", "i"],
  ["3", "e"],
  ["4", "a"],
  ["5", "s"],
  ["7", "t"],
  ["@", "a"],
  ["$", "s"],
]);

// The words are chosen so that no ordinary name holds them by accident: 学会长大 is no 会长.
const STAFF =
  /管理员|版主|官方|客服|秘书处|秘书长|学会(?:工作人员|小编|助手|客服|通知|公告|消息)|^系统|系统(?:消息|通知|公告|提示|管理|账号|助手)|系统$|(?:^|副|名誉|荣誉|常务|执行|学会|协会)会长(?!大)|(?<!学)会长$|理事长|(?:^|副)(?:部长|省长|市长|局长|厅长|处长)|(?:部|省|市|县|区|厅|局)长$/;
const STATE =
  /国务院|国务委员|人民政府|市政府|省政府|县政府|区政府|党中央|中共|党委|中宣部|教育部|民政部|公安部|财政部|教育厅|教育局|教委|民政局|公安局|派出所|公安机关|卫健委|发改委|网信办|文明办|关工委|妇联|共青团|团中央|总工会|中国科协|纪委|监委|监察委|法院|检察院|人大常委|全国人大|政协|国家主席|总书记|中华人民共和国|新华社|人民日报|中央电视台|央视/;
/** The whole name is one of these. */
const WHOLE = /^(?:中国|国家|政府|中央|总理|主席|学会|协会|系统|会长|学会官网|本会|本学会)$/;
const LATIN_WORDS = [
  ..."admin administrator root system official support service moderator webmaster".split(" "),
];

const asLatin = (text: string) => [...text].map((each) => LATIN.get(each) ?? each).join("");

/** The name as it is read: one width, one case, one script, nothing between the characters. */
const folded = (text: string): string =>
  [...text.normalize("NFKC").toLowerCase()]
    .map((each) => SIMPLE.get(each) ?? each)
    .join("")
    .replace(/[\s\p{P}\p{S}\p{M}\p{Cf}_]/gu, "");

/** Shorter ones are in too many names. */
const MIN_SOCIETY = 4;

/** The society's name, and the same without its region. */
function ownNames(society: string): string[] {
  const whole = folded(society);
  const bare = whole.replace(/^(?:全国|中国|中华)/, "");
  return [whole, bare].filter((each) => [...each].length >= MIN_SOCIETY);
}

/**
 * Why a member may not go by this name; undefined where they may. `society`: the society's own name.
 * Staff are named by those who manage accounts, and by what they are.
 */
export function posingProblem(name: string, society = ""): string | undefined {
  const plain = folded(name);
  const words = asLatin(name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase());
  const letters = words.replace(/[^a-z]/g, "");
  const isLatin =
    LATIN_WORDS.includes(letters) ||
    words.split(/[^a-z]+/).some((word) => LATIN_WORDS.includes(word));
  if (isLatin || STAFF.test(plain)) return "该昵称容易让人误会为工作人员，请换一个";
  const isOrgan =
    STATE.test(plain) || WHOLE.test(plain) || ownNames(society).some((own) => plain.includes(own));
  return isOrgan ? "该昵称容易让人误会为学会或国家机关，请换一个" : undefined;
}
