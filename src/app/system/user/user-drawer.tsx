import { Button, Form, Input, Select } from "antd";
import { ruleOf as boundsOf } from "#src/lib/fields/facts.ts";
import { callName, roleProblem } from "#src/lib/people/account-words.ts";
import { checkEmail } from "#src/lib/people/email.ts";
import { checkPhone } from "#src/lib/people/phone.ts";
import { Can } from "#src/office/account/can.tsx";
import { ApiError, call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { FieldItem } from "#src/office/fields/item.tsx";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { CrudDrawer, RemarkItem, Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { NewPassword } from "#src/office/form/password-items.tsx";
import { ruleOf } from "#src/office/form/rule-of.ts";
import { useOpened } from "#src/office/layers/use-opened.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import { enabledOnly, type TreeNode, TreeSelect } from "#src/office/tree/tree-select.tsx";
import { labelOf, useDeptTree } from "./dept-tree.tsx";
import { USER } from "./fields.ts";
import type { UserForm, UserItem } from "./people.ts";

const PATH = "/system/user";

const NAMES = [
  "nickName",
  "deptId",
  "phonenumber",
  "email",
  "userName",
  "password",
  "sex",
  "status",
  "postIds",
  "roleIds",
  "remark",
] as const;

/** Loaded before the drawer opens; without the right to look people up there is less to choose. */
export async function loadForm(row: UserItem | undefined): Promise<UserForm> {
  try {
    return await call<UserForm>("GET", `${PATH}/${row?.userId ?? ""}`, { isQuiet: true });
  } catch (error) {
    if (error instanceof ApiError && error.code === 403) {
      return { roles: [], posts: [], ...(row ? { data: row } : {}) };
    }
    throw error;
  }
}

/** Adds a person, or changes one. */
export function UserDrawer({
  form,
  deptId,
  onClose,
}: {
  form: UserForm;
  /** Department of a new one. */
  deptId: number | undefined;
  onClose: () => void;
}) {
  const { data: row, roleIds = [], postIds = [] } = form;
  const save = async (values: Record<string, unknown>) => {
    await call(row ? "PUT" : "POST", PATH, {
      body: row ? { ...values, userId: row.userId } : values,
      isQuiet: true,
    });
    onClose();
    notify.success(`已${row ? "保存" : "新增"}用户「${String(values.nickName)}」`);
    await tellChange([PATH]);
  };
  const initial = row
    ? { ...row, deptId: row.deptId ?? undefined, postIds, roleIds }
    : { deptId, sex: "2", status: "0", postIds: [], roleIds: [] };
  return (
    <CrudDrawer
      title={row ? `编辑用户「${callName(row)}」` : "新增用户"}
      width={640}
      initial={initial}
      names={NAMES}
      save={save}
      onClose={onClose}
    >
      <div className="us-form">
        <UserFields form={form} />
      </div>
    </CrudDrawer>
  );
}

function UserFields({ form: { data: row, posts, roles } }: { form: UserForm }) {
  return (
    <>
      <FieldItem of={USER} name="nickName" />
      <Form.Item name="deptId" label={<Ruled label="归属部门" rule="停用的部门不能选" />}>
        <DeptField row={row} />
      </Form.Item>
      {!row && <AccountFields />}
      <Form.Item
        name="phonenumber"
        label={<Ruled label={USER.phonenumber.label} rule={USER.phonenumber.rule} />}
        rules={[
          ruleOf((value) =>
            value === "" || value === row?.phonenumber ? undefined : checkPhone(value),
          ),
        ]}
      >
        <Input type="tel" maxLength={20} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="email"
        label={<Ruled label={USER.email.label} rule={boundsOf(USER.email)} />}
        rules={[
          ruleOf((value) =>
            value !== "" && value !== row?.email && checkEmail(value)
              ? "邮箱格式不正确"
              : undefined,
          ),
          { max: USER.email.max, message: "邮箱长度不能超过50个字符" },
        ]}
      >
        <Input inputMode="email" maxLength={60} autoComplete="off" />
      </Form.Item>
      <FieldItem of={USER} name="sex" />
      <FieldItem of={USER} name="status" label={USER.status.short} />
      <Form.Item name="postIds" label="岗位" hidden={posts.length === 0}>
        <Select
          mode="multiple"
          allowClear={CLEARABLE}
          placeholder="请选择岗位"
          optionFilterProp="label"
          options={posts.map(({ postId, postName, status }) => ({
            value: postId,
            label: status === "0" ? postName : `${postName}（停用）`,
            disabled: status !== "0",
          }))}
        />
      </Form.Item>
      <Form.Item
        name="roleIds"
        label={<Ruled label="角色" rule="可选多个" />}
        hidden={roles.length === 0}
        extra={row && <AccessLink row={row} />}
      >
        <Select
          mode="multiple"
          allowClear={CLEARABLE}
          placeholder="请选择角色"
          optionFilterProp="label"
          options={roles.map((role) => {
            const problem = roleProblem(role);
            const label = problem ? `${role.roleName}（${problem}）` : role.roleName;
            return { value: role.roleId, label, disabled: problem !== undefined };
          })}
        />
      </Form.Item>
      <RemarkItem className="us-whole" rows={2} />
    </>
  );
}

/** To what the roles add up to; the drawer stays open in its tab. */
const AccessLink = ({ row }: { row: UserItem }) => (
  <Can permi={["system:user:query"]}>
    <Button
      type="link"
      size="small"
      onClick={() => openPath(`/system/user-access/index/${row.userId}`)}
    >
      查看这个用户能做什么
    </Button>
  </Can>
);

/** Name and first password, which only a new one gets here. */
function AccountFields() {
  const form = Form.useFormInstance();
  return (
    <>
      <Form.Item
        name="userName"
        label={<Ruled label={USER.userName.label} rule="2–30 个字符，不能重复，以后不能修改" />}
        rules={[
          ...textRules(USER.userName.label, USER.userName.max),
          { min: 2, message: "用户账号长度不能少于2个字符" },
        ]}
      >
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <NewPassword
        name="password"
        label={<Ruled label="用户密码" rule="10–32 位，至少三类字符" />}
        noun="用户密码"
        ownerOf={() => ({
          userName: form.getFieldValue("userName"),
          phone: form.getFieldValue("phonenumber"),
          isStaff: true,
        })}
        extra={<InitialPassword />}
      />
    </>
  );
}

/** Puts the setting sys.user.initPassword into the field, for those who may know it. */
function InitialPassword() {
  const form = Form.useFormInstance();
  const { data } = useOpened(["/system/config", "initPassword"], () =>
    call<{ msg: string }>("GET", "/system/config/configKey/sys.user.initPassword", {
      isQuiet: true,
    }),
  );
  if (!data?.msg) return "首次登录时会请本人修改。";
  return (
    <>
      首次登录时会请本人修改。
      <Button
        type="link"
        size="small"
        onClick={() => {
          form.setFieldValue("password", data.msg);
          void form.validateFields(["password"]);
        }}
      >
        填入初始密码
      </Button>
    </>
  );
}

/** Of the departments in use; the one a person is in already stays in sight. */
function DeptField({
  row,
  ...field
}: {
  row: UserItem | undefined;
  value?: number | undefined;
  onChange?: (value: number | undefined) => void;
  id?: string;
}) {
  const { data } = useDeptTree();
  const nodes: TreeNode[] = enabledOnly(data?.data ?? []);
  const own = row?.deptId ?? undefined;
  if (data && own !== undefined && labelOf(nodes, own) === undefined) {
    nodes.push({ id: own, label: `${row?.dept?.deptName ?? "原部门"}（停用）` });
  }
  return <TreeSelect label="归属部门" nodes={nodes} {...field} />;
}
