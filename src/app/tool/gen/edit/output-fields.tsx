import { useQuery } from "@tanstack/react-query";
import { Form, Input, Radio, Select, Switch } from "antd";
import { CATEGORY_LABELS, WEB_TYPES } from "#src/lib/generator/config.ts";
import { MODULE } from "#src/lib/generator/words.ts";
import { call } from "#src/office/calls/http.ts";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { type TreeNode, TreeSelect } from "#src/office/tree/tree-select.tsx";
import type { Column, Info } from "./config.ts";

const nameRules = (label: string) => [
  ...textRules(label, 30),
  { pattern: MODULE, message: `${label}应以小写字母开头，只能是字母和数字` },
];

const optionsOf = (columns: readonly Column[]) =>
  columns.map(({ columnName, columnComment }) => ({
    value: columnName,
    label: columnComment ? `${columnName}：${columnComment}` : columnName,
  }));

/** 生成信息: where a slice goes, and which template it is made by. */
export function OutputFields({
  columns,
  tables,
  tableId,
}: {
  columns: readonly Column[];
  tables: readonly Info[];
  tableId: number;
}) {
  const form = Form.useFormInstance();
  const category = Form.useWatch<string>("tplCategory", form);
  const subTable = Form.useWatch<string>("subTableName", form);
  const { data } = useQuery({
    queryKey: ["/system/menu", "treeselect"],
    queryFn: () => call<{ data: TreeNode[] }>("GET", "/system/menu/treeselect"),
  });
  const menus: TreeNode[] = [{ id: 0, label: "（最上层）", children: data?.data ?? [] }];
  const columnSelect = (name: string, label: string, rule: string) => (
    <Form.Item
      name={name}
      label={<Ruled label={label} rule={rule} />}
      rules={[{ required: true, message: `${label}不能为空` }]}
    >
      <Select
        showSearch
        allowClear={CLEARABLE}
        placeholder="请选择字段"
        options={optionsOf(columns)}
      />
    </Form.Item>
  );
  return (
    <div className="ge-pane">
      <div className="ge-grid">
        <Form.Item className="ge-whole" name="tplCategory" label="生成模板">
          <Radio.Group
            options={Object.entries(CATEGORY_LABELS).map(([value, label]) => ({ value, label }))}
          />
        </Form.Item>
        {category === "tree" && (
          <>
            {columnSelect("treeCode", "树编码字段", "应为主键")}
            {columnSelect("treeParentCode", "树父编码字段", "上级的编号，整数")}
            {columnSelect("treeName", "树名称字段", "树上显示的文字")}
          </>
        )}
        {category === "sub" && (
          <>
            <Form.Item
              name="subTableName"
              label={<Ruled label="关联子表的表名" rule="子表也要先导入" />}
              rules={[{ required: true, message: "关联子表的表名不能为空" }]}
            >
              <Select
                showSearch
                allowClear={CLEARABLE}
                placeholder="请选择子表"
                onChange={() => form.setFieldValue("subTableFkName", undefined)}
                options={tables
                  .filter((each) => each.tableId !== tableId)
                  .map(({ tableName, tableComment }) => ({
                    value: tableName,
                    label: `${tableName}：${tableComment}`,
                  }))}
              />
            </Form.Item>
            <Form.Item
              name="subTableFkName"
              label={<Ruled label="子表关联的外键名" rule="子表里指向主表的字段，整数" />}
              rules={[{ required: true, message: "子表关联的外键名不能为空" }]}
            >
              <Select
                showSearch
                allowClear={CLEARABLE}
                placeholder="请选择字段"
                options={optionsOf(
                  tables.find(({ tableName }) => tableName === subTable)?.columns ?? [],
                )}
              />
            </Form.Item>
          </>
        )}
        <Form.Item
          name="moduleName"
          label={<Ruled label="生成模块名" rule="src/app 下的文件夹，如 library" />}
          rules={nameRules("生成模块名")}
        >
          <Input className="cr-code" maxLength={40} />
        </Form.Item>
        <Form.Item
          name="businessName"
          label={<Ruled label="生成业务名" rule="模块里的文件夹，如 book" />}
          rules={nameRules("生成业务名")}
        >
          <Input className="cr-code" maxLength={40} />
        </Form.Item>
        <Form.Item
          name="functionName"
          label={<Ruled label="生成功能名" rule="页面和提示里的名称，代码取前 16 个字" />}
          rules={textRules("生成功能名", 50)}
        >
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="parentMenuId" label={<Ruled label="上级菜单" rule="页面挂在它的下面" />}>
          <TreeSelect label="上级菜单" nodes={menus} />
        </Form.Item>
        <Form.Item name="formColNum" label={<Ruled label="表单布局" rule="双列和三列用宽抽屉" />}>
          <Radio.Group
            options={[
              { value: 1, label: "单列" },
              { value: 2, label: "双列" },
              { value: 3, label: "三列" },
            ]}
          />
        </Form.Item>
        <Form.Item
          name="genType"
          label={<Ruled label="生成代码方式" rule="服务器不写文件，只提供压缩包" />}
        >
          <Radio.Group
            options={[
              { value: "0", label: "zip 压缩包" },
              { value: "1", label: "自定义路径", disabled: true },
            ]}
          />
        </Form.Item>
        <Form.Item
          name="packageName"
          label={<Ruled label="生成包路径" rule="供同类客户端使用，本项目的代码不用" />}
          rules={textRules("生成包路径", 100)}
        >
          <Input className="cr-code" maxLength={110} />
        </Form.Item>
        <Form.Item
          name="tplWebType"
          label={<Ruled label="前端类型" rule="供同类客户端使用，本项目的代码不用" />}
        >
          <Select options={WEB_TYPES.filter(Boolean).map((value) => ({ value, label: value }))} />
        </Form.Item>
        <Form.Item
          name="view"
          valuePropName="checked"
          label={<Ruled label="生成详情页" rule="本项目用编辑抽屉查看详情" />}
        >
          <Switch />
        </Form.Item>
      </div>
    </div>
  );
}
