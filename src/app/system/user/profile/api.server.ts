import { and, eq, getTableColumns, ne, or, sql } from "drizzle-orm";
import { Type } from "typebox";
import { removeFile, storeFile } from "#src/app/common/upload/service.server.ts";
import { checkEmail, normaliseEmail } from "#src/lib/people/email.ts";
import { maskPhone } from "#src/lib/people/masks.ts";
import { normaliseNickName } from "#src/lib/people/nick-name.ts";
import { checkPhone, normalisePhone } from "#src/lib/people/phone.ts";
import { formatDateTime } from "#src/lib/text/dates.ts";
import { PURPOSES } from "#src/lib/upload/upload-rules.ts";
import { Nullable } from "#src/lib/wire.ts";
import { receiveOne } from "#src/server/files/receiving.ts";
import { withTemporary } from "#src/server/files/temporary-file.ts";
import { accountOf } from "#src/server/http/access.ts";
import { refuseFields, unauthenticated } from "#src/server/http/errors.ts";
import { ok, okSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { dept } from "../../dept/table.server.ts";
import { post, userPost } from "../../post/table.server.ts";
import { role, userRole } from "../../role/table.server.ts";
import { changeOwnPassword, isMaskOf, nickNameProblem } from "../service.server.ts";
import { user } from "../table.server.ts";

const Text = Type.Optional(Type.String());

const Profile = Type.Object({
  userId: Type.Integer(),
  userName: Type.String(),
  nickName: Type.String(),
  userType: Type.String(),
  avatar: Type.String(),
  phonenumber: Type.String(),
  /** To be shown where others may look on. */
  phoneMasked: Type.String(),
  email: Type.String(),
  sex: Type.String(),
  createTime: Type.String(),
  loginDate: Nullable(Type.String()),
  dept: Nullable(
    Type.Object({ deptId: Type.Integer(), deptName: Type.String(), leader: Type.String() }),
  ),
});

/** The part of a browser's word for a picture that makes a file extension. */
const FROM_MIME: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/jpg": "jpg",
  "image/gif": "gif",
};

const api: Slice = (app, context) => {
  const { db } = context;

  /**
   * Own data, whole: clients send back what they were shown, and check it as they check what is typed.
   * roleGroup names the enabled roles.
   */
  app.get(
    "/prod-api/system/user/profile",
    {
      config: { access: "login", allowsFirstPassword: true },
      schema: {
        response: okSchema({ data: Profile, roleGroup: Type.String(), postGroup: Type.String() }),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const [row] = await db
        .select({
          ...getTableColumns(user),
          dept: { deptId: dept.deptId, deptName: dept.deptName, leader: dept.leader },
        })
        .from(user)
        .leftJoin(dept, and(eq(dept.deptId, user.deptId), eq(dept.delFlag, "0")))
        .where(eq(user.userId, userId));
      if (!row) throw unauthenticated(request.url);
      const roles = await db
        .select({ name: role.roleName })
        .from(userRole)
        .innerJoin(role, eq(role.roleId, userRole.roleId))
        .where(and(eq(userRole.userId, userId), eq(role.status, "0"), eq(role.delFlag, "0")))
        .orderBy(role.roleSort);
      const posts = await db
        .select({ name: post.postName })
        .from(userPost)
        .innerJoin(post, eq(post.postId, userPost.postId))
        .where(and(eq(userPost.userId, userId), eq(post.status, "0")))
        .orderBy(post.postSort);
      return ok({
        data: {
          ...row,
          phoneMasked: maskPhone(row.phonenumber),
          createTime: formatDateTime(row.createTime),
          loginDate: row.loginDate ? formatDateTime(row.loginDate) : null,
        },
        roleGroup: roles.map((each) => each.name).join(","),
        postGroup: posts.map((each) => each.name).join(","),
      });
    },
  );

  /**
   * wire 2.2. A client sends back what it was shown: a masked phone or mail means "as it is".
   * A member's phone is how they log in, and both are where they are told of what happens to their account:
   * they change by code alone (product 4.2).
   */
  app.put(
    "/prod-api/system/user/profile",
    {
      config: { access: "login", log: ["个人信息", 2] },
      schema: {
        body: Type.Object({ nickName: Text, phonenumber: Text, email: Text, sex: Text }),
        response: okSchema(),
      },
    },
    async (request) => {
      const account = accountOf(request);
      const [row] = await db.select().from(user).where(eq(user.userId, account.userId));
      if (!row) throw unauthenticated(request.url);
      const { body } = request;
      const phone = normalisePhone(body.phonenumber ?? row.phonenumber);
      const email = normaliseEmail(body.email ?? row.email);
      const next = {
        nickName: normaliseNickName(body.nickName ?? row.nickName),
        phonenumber: isMaskOf("phonenumber", phone, row) ? row.phonenumber : phone,
        email: isMaskOf("email", email, row) ? row.email : email,
        sex: body.sex ?? row.sex,
      };
      const isNewPhone = next.phonenumber !== row.phonenumber;
      const isNewName = next.nickName !== row.nickName;
      const isNewMail = next.email !== normaliseEmail(row.email);
      refuseFields({
        // What stays as it was need not pass rules that are younger than it.
        nickName: isNewName ? await nickNameProblem(context, account, next.nickName) : undefined,
        phonenumber: isNewPhone
          ? account.isStaff
            ? next.phonenumber && checkPhone(next.phonenumber)
            : "请通过短信验证码更换手机号"
          : undefined,
        email:
          isNewMail && next.email
            ? account.isStaff
              ? checkEmail(next.email)
              : "请通过邮箱验证码更换邮箱"
            : undefined,
        sex: /^[012]$/.test(next.sex) ? undefined : "请选择性别",
      });
      const taken = (field: string, text: string) =>
        refuseFields({ [field]: `修改用户'${account.userName}'失败，${text}已存在` });
      const others = await db
        .select({ phonenumber: user.phonenumber, email: user.email })
        .from(user)
        .where(
          and(
            ne(user.userId, account.userId),
            eq(user.delFlag, "0"),
            or(eq(user.phonenumber, next.phonenumber), eq(user.email, next.email)),
          ),
        );
      if (next.phonenumber && others.some((each) => each.phonenumber === next.phonenumber)) {
        taken("phonenumber", "手机号码");
      }
      if (next.email && others.some((each) => each.email === next.email))
        taken("email", "邮箱账号");
      await db
        .update(user)
        .set({ ...next, updateBy: account.userName, updateTime: sql`now()` })
        .where(eq(user.userId, account.userId));
      return ok();
    },
  );

  /** The contract's name of updPassword; the session stays. */
  app.put(
    "/prod-api/system/user/profile/updatePwd",
    {
      config: { access: "login", allowsFirstPassword: true, log: ["个人信息", 2] },
      schema: { body: Type.Object({ oldPassword: Text, newPassword: Text }), response: okSchema() },
    },
    async (request) => {
      await changeOwnPassword(context, accountOf(request), request.body);
      return ok();
    },
  );

  /**
   * wire 2.2. A client may send the picture as `avatar` without extension: then the part's
   * MIME type says which (wire 1.2). The old picture goes when the new one is there.
   */
  app.post(
    "/prod-api/system/user/profile/avatar",
    {
      config: { access: "login", log: ["用户头像", 2] },
      schema: { response: okSchema({ imgUrl: Type.String() }) },
    },
    async (request) => {
      const { userId, userName, isStaff } = accountOf(request);
      const { fileName } = await withTemporary(context.env.dataDir, async (nameFile) => {
        const { maxMegabytes } = PURPOSES.avatar;
        const { name, mime, file } = await receiveOne(request, nameFile, {
          name: "avatarfile",
          maxMegabytes,
        });
        const extension = FROM_MIME[mime];
        const originalName = name.includes(".") || !extension ? name : `${name}.${extension}`;
        return storeFile(context, {
          file,
          originalName,
          purpose: "avatar",
          ownerId: userId,
          isCounted: !isStaff,
        });
      });
      const replaced = await db.transaction(async (tx) => {
        const [before] = await tx
          .select({ avatar: user.avatar })
          .from(user)
          .where(eq(user.userId, userId))
          .for("update");
        await tx
          .update(user)
          .set({ avatar: fileName, updateBy: userName, updateTime: sql`now()` })
          .where(eq(user.userId, userId));
        return before?.avatar ?? "";
      });
      if (replaced.startsWith("/profile/avatar/")) await removeFile(context, replaced);
      return ok({ imgUrl: fileName });
    },
  );
};

export default api;
