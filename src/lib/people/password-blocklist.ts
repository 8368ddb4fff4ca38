/** Whole passwords people choose that meet a rule of classes, or are the trunk of such; lower case. */
const WHOLE = new Set(
  `
  1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1xsw2
  zaq1zaq1 !qaz2wsx !qaz@wsx 1qaz@wsx 1qaz!qaz 1q2w3e4r! 1q2w3e4r@ a1b2c3d4 a1b2c3d4e5 a1s2d3f4
  a1s2d3f4g5 p@ssw0rd p@$$w0rd passw0rd pa55word pa$$word a123456 a1234567 a12345678 a123456789
  a123456a aa123456 aa12345678 aa123456789 aaa123456 a11111111 a12345678a abc123456 abc12345678
  abcd1234 abcd123456 abc123abc qq123456 qq123456789 wang1234 w123456789 z123456789 q123456789
  s123456789 l123456789 x123456789 123456a 123456aa 123456abc 123456qq 12345678a 123456789a
  1234567890a 123qwe 123qwe! 123qweasd 123qweasdzxc qwe123 qwe123456 123abc 111111a 1234abcd
  1234qwer qwer1234 asdf1234 zxcv1234 12qwaszx qwaszx12 q12we3 147258369 1472583690 159753
  159357 741852963 789456123 987654321 520520 5201314 woaini520 woaini1314 woaini521 iloveyou520
  1314520 88888888 66666666 11111111 00000000 123123123 123321 654321 112233 12341234 11223344
  31415926 20082008 asd123 asd123456 zxc123 zxc123456 qwe!@#123 123!@#qwe !@#123qwe 123!@#qaz
  qaz123!@# abc!@#123 abc123!@# aa123123 p@ssword1 admin888 admin8888 admin123 admin@123 root123
  root@123 test1234 test@123 user1234 guest123 1qaz#edc 3edc4rfv 4rfv5tgb 2wsx3edc 1234%qwer
  qwer!@#$ asdf!@#$ zxcv!@#$ qwerty!@# 1234!@#$ 12345!@#$% a1b2c3!@#
`
    .trim()
    .split(/\s+/),
);

/** Words that, with a few digits or marks around them, make most passwords that get guessed first. */
const STEMS = new Set(
  `
  password passwd pass passcode passw passwort contrasena motdepasse senha parola mima kouling
  admin administrator adm root system sysadmin superuser super user guest test tester demo temp
  default login logon welcome changeme letmein secret master manager operator service support
  account member public private student teacher school office company qwerty qwertyui qwertyuiop
  qwer qwert qweasd qweasdzxc qwezxc qazwsx qazwsxedc qazxsw wsxedc asdf asdfg asdfgh asdfghjkl
  asdzxc zxcv zxcvb zxcvbn zxcvbnm zaqwsx zaq wsx edc qaz qwe asd zxc poiuy lkjhg mnbvcxz rewq
  trewq fdsa vcxz dvorak azerty abc abcd abcde abcdef abcdefg abcdefgh abcabc xyz aabb aabbcc
  aaa aaaa bbb ccc qqq www zzz xxx aa qq ww as sd iloveyou ilove love lovely loveyou loveme
  lover woaini woaiwojia aini iloveu forever always sweet honey baby babygirl angel angels
  princess queen king prince sunshine rainbow moonlight starlight flower blossom butterfly
  monkey dragon tiger lion eagle panda phoenix falcon wolf bear cat dog kitty puppy horse rabbit
  dolphin shark snoopy pikachu pokemon doraemon football soccer basketball baseball hockey
  tennis golf kobe jordan messi ronaldo yaoming manutd liverpool arsenal chelsea barcelona
  realmadrid superman batman spiderman ironman hulk marvel avengers starwars matrix naruto
  onepiece luffy conan michael jennifer jessica thomas robert daniel charlie ashley andrew
  joshua matthew anthony william david richard george james john peter paul mary anna nicole
  jack tom jerry lucy lily amy tony kevin jason steven hello helloworld hi hey goodluck lucky
  happy smile peace freedom hope dream dreams summer winter spring autumn monday tuesday friday
  sunday january february march april june july august september october november december china
  beijing shanghai guangzhou shenzhen hangzhou nanjing wuhan chengdu chongqing tianjin hongkong
  taiwan zhongguo zhonghua woai nihao nishishui laopo laogong baobao baobei xiaobao tiantian
  mama baba yeye nainai jiejie gege didi meimei jiayou kuaile xingfu jiankang pingan fuqi facai
  gongxi wangwang wangyi tengxun alibaba taobao baidu weixin weibo wechat huawei xiaomi oppo
  vivo apple iphone ipad samsung zhang wang li liu chen yang huang zhao zhou wu xu sun zhu lin
  guo luo zheng liang song tang xiaoming xiaohong lilei hanmeimei zhangsan lisi wangwu zhangwei
  wangwei liwei wangfang jiating jiaoyu jiatingjiaoyu xuehui huiyuan laoshi jiaoshi xuesheng
  jiazhang xuexi family education society computer internet windows microsoft google facebook
  twitter linux ubuntu oracle mysql postgres redis server database github java python javascript
  docker tomcat ruoyi vue react money cash dollar bank credit card number phone mobile email
  mail home house door window car cars bike moto truck ferrari porsche mercedes toyota honda bmw
  audi access trustno shadow killer hunter ninja pirate ranger warrior soldier samurai wizard
  magic diamond gold silver crystal purple orange banana cheese cookie chocolate coffee pepper
  ginger whatever nothing something anything everything mustang maverick corvette camaro harley
  cowboy yankee rocket thunder lightning lol haha hahaha heihei hehe xixi wtf omg god jesus
  buddha guanyin fo amituofo
`
    .trim()
    .split(/\s+/),
);

const LOOKALIKES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

const unmasked = (text: string) => text.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** Digits that say nothing: runs, repeats, a year, lucky numbers, or at most four of any kind. */
function isPlainTail(digits: string): boolean {
  if (digits.length <= 4 || /^(\d)\1*$/.test(digits)) return true;
  if (/^(19|20)\d{2}(\d{2}){0,2}$/.test(digits)) return true;
  if ("01234567890123456789".includes(digits) || "98765432109876543210".includes(digits))
    return true;
  return /^(\d{2,4})\1+$/.test(digits) || WHOLE.has(digits);
}

/**
 * Whether a password is one of those guessed first: a known whole, or a common word (also written
 * p@ssw0rd, twice, or with its letters in capitals) with plain digits and marks around it.
 */
export function isCommonPassword(password: string): boolean {
  if (password.length > 64) return false;
  const lower = password.toLowerCase();
  const bare = lower.replace(/[^a-z\d]+$/, "");
  if (WHOLE.has(lower) || WHOLE.has(bare) || WHOLE.has(lower.replace(/[^a-z\d]/g, ""))) return true;
  if (/^(.{1,4})\1+$/u.test(lower)) return true;
  const shape = /^([^a-z]*)([a-z].*?)([^a-z]*)$/.exec(lower);
  if (!shape) return true;
  const [, before = "", core = "", after = ""] = shape;
  const digits = (before + after).replace(/\D/g, "");
  const marks = (before + after).replace(/[\da-z]/g, "");
  if (marks.length > 3 || !isPlainTail(digits)) return false;
  // "Passw0rd!" loses its mark as a tail; "P@ss" keeps its own within the word.
  const forms = [core, unmasked(core), core.replace(/[^a-z]/g, "")];
  return forms.some((form) => {
    const half = form.slice(0, form.length / 2);
    return STEMS.has(form) || (form === half + half && STEMS.has(half));
  });
}
