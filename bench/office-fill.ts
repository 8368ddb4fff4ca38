import pg from "pg";
import { settle } from "./settle.ts";

/** Rows that a large society has after some years. */
export const USERS = 100_000;
export const LOG_ROWS = 1_000_000;
const FILES = 20_000;

/** Adds people, files and rows of the three logs up to those numbers; what is there counts. */
export async function fillOffice(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = async (text: string, values: unknown[] = []) => client.query(text, values);
  try {
    await run("set synchronous_commit = off");
    await run(
      `insert into sys_user (user_name, nick_name, user_type, phonenumber, dept_id, status,
         create_time, login_date)
       select 'bench' || n, substr('赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨', 1 + n % 16, 1)
           || substr('建国秀英志强丽华文静海燕', 1 + n % 11, 2),
         case when n % 50 = 0 then '00' else '01' end, '13' || lpad(n::text, 9, '0'),
         100 + n % 10, case when n % 40 = 0 then '1' else '0' end,
         now() - (n % 1400) * interval '1 day', now() - (n % 300) * interval '1 hour'
       from generate_series(1, $1::int) n
       where n > (select count(*) from sys_user) on conflict do nothing`,
      [USERS],
    );
    const [head] = (await run("select last_id::int as last from sys_oper_log_head")).rows;
    const last = Number(head?.last ?? 0);
    if (last < LOG_ROWS) {
      await run(
        `insert into sys_oper_log (oper_id, title, business_type, method, request_method,
           oper_name, dept_name, oper_url, oper_ip, oper_location, oper_param, json_result, status,
           error_msg, oper_time, cost_time, previous_hash, hash)
         select n, (array['用户管理','角色管理','菜单管理','部门管理','岗位管理','字典类型','字典数据',
             '参数管理','通知公告','定时任务','文章管理','会员管理'])[1 + n % 12],
           1 + n % 9, '/system/user', 'PUT', 'staff' || n % 60, '秘书处', '/system/user',
           '10.0.' || n % 7 || '.' || n % 50, '内网IP', '{"userId":' || n || '}',
           '{"code":200,"msg":"操作成功"}', case when n % 33 = 0 then 1 else 0 end, '',
           now() - ($2::int - n) * interval '1 minute', n % 400, md5(n::text), md5((n + 1)::text)
         from generate_series($1::int + 1, $2::int) n`,
        [last, LOG_ROWS],
      );
      await run("update sys_oper_log_head set last_id = $1, last_hash = md5($2)", [
        LOG_ROWS,
        String(LOG_ROWS + 1),
      ]);
    }
    await run(
      `insert into sys_logininfor (user_name, status, ipaddr, login_location, browser, os, msg,
         login_time)
       select case when n % 5 = 0 then substr(md5('g' || n), 1, 9)
           else substr(md5((n % 100000)::text), 1, 10) end,
         case when n % 5 = 0 then '1' else '0' end,
         '100.' || n % 64 || '.' || n % 250 || '.' || n % 97, 'XX XX', 'Chrome 140', 'Windows 11',
         case when n % 5 = 0 then '用户不存在/密码错误' else '登录成功' end,
         now() - ($1::int - n) * interval '1 minute'
       from generate_series(1, $1::int) n where n > (select count(*) from sys_logininfor)`,
      [LOG_ROWS],
    );
    await run(
      `insert into sys_job_log (run_id, job_id, job_name, job_group, invoke_target, job_message,
         status, start_time, end_time, create_time)
       select 'bench' || n, n % 12, '任务' || n % 12, 'DEFAULT', 'ryTask.ryNoParams',
         '任务 总共耗时：3毫秒', case when n % 50 = 0 then '1' else '0' end, now(), now(),
         now() - ($1::int - n) * interval '1 minute'
       from generate_series(1, $1::int) n where n > (select count(*) from sys_job_log)`,
      [LOG_ROWS],
    );
    await run(
      `insert into stored_file (path, original_name, mime, bytes, sha256, purpose, is_in_library, created_at)
       select 'upload/bench/' || n || '.pdf', '通知附件' || n || '.pdf', 'application/pdf', 1000 + n, md5(n::text),
         'content', true, now() - n * interval '1 hour'
       from generate_series(1, $1::int) n on conflict do nothing`,
      [FILES],
    );
    await settle(client, [
      "stored_file",
      "sys_user",
      "sys_oper_log",
      "sys_logininfor",
      "sys_job_log",
    ]);
  } finally {
    await client.end();
  }
}
