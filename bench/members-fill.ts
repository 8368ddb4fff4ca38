import pg from "pg";
import { settle } from "./settle.ts";

/** Members and terms that a large society has after ten years. */
export const MEMBERS = 50_000;
const TERMS = 120_000;

/** Adds members and their terms up to those numbers; what is there counts. */
export async function fillMembers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select count(*)::int as n from member");
    if (Number(rows[0]?.n) >= MEMBERS) return;
    await client.query("set synchronous_commit = off");
    await client.query(
      `insert into member (member_no, member_type, name, level_id, region, phone, email, form,
         dept_id, directory_visible, manual_state, joined_on)
       select case when is_unit then 'D' else 'P' end || 2016 + n % 10 || lpad((n + 20000)::text, 5, '0'),
         case when is_unit then '02' else '01' end,
         case when is_unit then
           substr('京津冀晋辽吉黑沪苏浙皖闽赣鲁豫鄂', 1 + n % 16, 1)
             || substr('安康明德启智弘文博雅', 1 + n % 9, 2) || n || '家庭教育指导中心'
         else substr('赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨', 1 + n % 16, 1)
             || substr('建秀志丽文海晓玉桂春小立永国金明德雪红俊', 1 + n / 16 % 20, 1)
             || substr('国英强华静燕兰珍芳平梅军伟霞生林芬敏涛杰', 1 + n / 320 % 20, 1) end,
         (select id from member_level where member_type = case when is_unit then '02' else '01' end
           order by (id * 7919 + n) % 5 limit 1),
         (array['110101','330106','330102','310104','440305','510107','420106','']) [1 + n % 8],
         '13' || lpad(n::text, 9, '0'), 'm' || n || '@example.com',
         jsonb_build_object('workUnit', '某市某区实验小学', 'address', '某某路' || n || '号',
           'intro', repeat('长期从事家庭教育研究与指导工作。', 12)),
         case when n % 5 = 0 then 100 + n % 10 end, n % 3 = 0,
         case when n % 50 = 1 then 'resigned' when n % 200 = 2 then 'suspended' else '' end,
         make_date(2016 + n % 10, 1 + n % 12, 1 + n % 28)
       from generate_series(1, $1::int) n, lateral (select n % 12 = 0 as is_unit) kind
       where n > (select count(*) from member) on conflict do nothing`,
      [MEMBERS],
    );
    await client.query("alter table member_term disable trigger member_term_changed");
    await client.query(
      `insert into member_term (member_id, level_id, from_on, to_on)
       select m.id, m.level_id, make_date(last - back, 1, 1), make_date(last - back, 12, 31)
       from member m,
         lateral (select extract(year from now())::int - (m.id % 4)::int as last) ended,
         generate_series(0, (m.id % 5)::int) back
       where not exists (select from member_term t where t.member_id = m.id)
       limit $1`,
      [TERMS],
    );
    await client.query("alter table member_term enable trigger member_term_changed");
    await client.query(
      `update member m set valid_from = t.from_on, valid_to = t.to_on
       from (select distinct on (member_id) * from member_term where voided_at is null
             order by member_id, to_on desc) t
       where t.member_id = m.id and m.valid_to is null`,
    );
    await client.query(
      `insert into member_certificate (code, member_id, term_id, member_no, name, level_name, from_on, to_on,
         issued_on)
       select lpad(t.id::text, 22, '0'), m.id, t.id, m.member_no, m.name, l.level_name, t.from_on, t.to_on, t.from_on
       from member_term t join member m on m.id = t.member_id join member_level l on l.id = t.level_id
       where t.voided_at is null on conflict do nothing`,
    );
    await settle(client, ["member", "member_term", "member_certificate"]);
  } finally {
    await client.end();
  }
}
