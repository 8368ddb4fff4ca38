import { and, eq, sql } from "drizzle-orm";
import { Type } from "typebox";
import { formatDateTime } from "../../../../lib/dates.ts";
import { maskPhone } from "../../../../lib/validators.ts";
import { accountOf } from "../../../../server/access.ts";
import type { Slice } from "../../../../server/context.ts";
import { AppError, unauthenticated } from "../../../../server/errors.ts";
import { Nullable, ok, okSchema } from "../../../../server/reply.ts";
import {
  EMPTY_FILE,
  receiveFiles,
  removeFile,
  storeFile,
} from "../../../common/upload/service.server.ts";
import { role, userRole } from "../../role/table.server.ts";
import { user } from "../table.server.ts";

const Profile = Type.Object({
  userId: Type.Integer(),
  userName: Type.String(),
  nickName: Type.String(),
  userType: Type.String(),
  avatar: Type.String(),
  phonenumber: Type.String(),
  email: Type.String(),
  sex: Type.String(),
  createTime: Type.String(),
  loginDate: Nullable(Type.String()),
});

/** The part of a browser's word for a picture that makes a file extension. */
const FROM_MIME: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/jpg": "jpg",
  "image/gif": "gif",
};

const api: Slice = (app, context) => {
  const { db, env } = context;

  /** Own data; phone and mail are masked (product.md 7.1), roleGroup names the enabled roles. */
  app.get(
    "/prod-api/system/user/profile",
    {
      config: { access: "login" },
      schema: {
        response: okSchema({ data: Profile, roleGroup: Type.String(), postGroup: Type.String() }),
      },
    },
    async (request) => {
      const { userId } = accountOf(request);
      const [row] = await db.select().from(user).where(eq(user.userId, userId));
      if (!row) throw unauthenticated(request.url);
      const roles = await db
        .select({ name: role.roleName })
        .from(userRole)
        .innerJoin(role, eq(role.roleId, userRole.roleId))
        .where(and(eq(userRole.userId, userId), eq(role.status, "0"), eq(role.delFlag, "0")))
        .orderBy(role.roleSort);
      return ok({
        data: {
          ...row,
          phonenumber: maskPhone(row.phonenumber),
          email: row.email.replace(/^(.).*(?=@)/, "$1***"),
          createTime: formatDateTime(row.createTime),
          loginDate: row.loginDate ? formatDateTime(row.loginDate) : null,
        },
        roleGroup: roles.map((each) => each.name).join(","),
        // Posts belong to the departments, which come with the back office.
        postGroup: "",
      });
    },
  );

  /**
   * wire-contract 2.2. A client may send the picture as `avatar` without extension: then the part's
   * MIME type says which (wire-contract 1.2). The old picture goes when the new one is there.
   */
  app.post(
    "/prod-api/system/user/profile/avatar",
    { config: { access: "login" }, schema: { response: okSchema({ imgUrl: Type.String() }) } },
    async (request) => {
      const { userId, userName } = accountOf(request);
      const { files } = await receiveFiles(request, ["avatarfile"]);
      const [file] = files;
      if (!file) throw new AppError(EMPTY_FILE);
      const extension = FROM_MIME[file.mime];
      const originalName =
        file.name.includes(".") || !extension ? file.name : `${file.name}.${extension}`;
      const { fileName } = await storeFile(db, env, {
        bytes: file.bytes,
        originalName,
        purpose: "avatar",
        ownerId: userId,
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
      if (replaced.startsWith("/profile/avatar/")) await removeFile(db, env, replaced);
      return ok({ imgUrl: fileName });
    },
  );
};

export default api;
