import {
  Checkbox,
  Col,
  Divider,
  Form,
  Input,
  InputNumber,
  Radio,
  Rate,
  Row,
  Select,
  Slider,
  Switch,
  TimePicker,
} from "antd";
import type { ReactNode } from "react";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { DictRadio, DictSelect } from "#src/office/form/dict.tsx";
import { MomentPicker } from "#src/office/form/moment-picker.tsx";
import { RichText } from "#src/office/form/rich-text.tsx";
import { DateRange, type Range } from "#src/office/list/date-range.tsx";
import { FileUpload } from "#src/office/upload/file-upload.tsx";
import { ImageUpload } from "#src/office/upload/image-upload.tsx";
import { isPattern } from "./check.ts";
import { requiredText, tooLongText } from "./code.ts";
import { type Field, factsOf } from "./fields.ts";

const WIDE = { width: "100%" };

/** The real control of a field: the element that the generated code names. */
function controlOf(field: Field): ReactNode {
  const { kind, placeholder, options, dict, label, max, from, to } = field;
  const bounds = {
    ...(from === undefined ? {} : { min: from }),
    ...(to === undefined ? {} : { max: to }),
  };
  const hint = placeholder ? { placeholder } : {};
  const files = max === undefined ? {} : { rules: { maxFiles: max } };
  switch (kind) {
    case "input":
      return <Input allowClear={CLEARABLE} {...hint} />;
    case "textarea":
      return <Input.TextArea rows={4} {...hint} />;
    case "number":
      return <InputNumber style={WIDE} {...hint} {...bounds} />;
    case "select":
      if (dict) return <DictSelect type={dict} label={label} />;
      return (
        <Select
          allowClear={CLEARABLE}
          {...(field.isMultiple ? { mode: "multiple" as const } : {})}
          {...hint}
          options={options}
        />
      );
    case "radio":
      return dict ? <DictRadio type={dict} /> : <Radio.Group options={options} />;
    case "checkbox":
      return <Checkbox.Group options={options} />;
    case "switch":
      return <Switch />;
    case "rate":
      return <Rate {...(max === undefined ? {} : { count: max })} />;
    case "slider":
      return <Slider ariaLabelForHandle={label} {...bounds} />;
    case "date":
      return <MomentPicker isDay {...hint} />;
    case "dateRange":
      return <DaysControl label={label} />;
    case "time":
      return <TimePicker style={WIDE} {...hint} />;
    case "file":
      return <FileUpload {...files} />;
    case "image":
      return <ImageUpload {...files} />;
    case "richText":
      return <RichText label={label} {...hint} />;
    default:
      return null;
  }
}

/** A range as a form gives and takes it. */
const DaysControl = ({
  label,
  value = ["", ""],
  onChange,
}: {
  label: string;
  value?: Range;
  onChange?: (value: Range) => void;
}) => <DateRange label={label} value={value} onChange={(days) => onChange?.(days)} />;

/** Rules of a field as the generated code has them; a pattern that is none yet is left out. */
function rulesOf(field: Field) {
  const { hasPatterns } = factsOf(field.kind);
  return [
    ...(field.isRequired
      ? [{ required: true, whitespace: hasPatterns === true, message: requiredText(field) }]
      : []),
    ...(hasPatterns && field.max !== undefined
      ? [{ max: field.max, message: tooLongText(field) }]
      : []),
    ...(hasPatterns ? field.rules : [])
      .filter(({ pattern }) => isPattern(pattern))
      .map(({ pattern, message }) => ({ pattern: new RegExp(pattern, "u"), message })),
  ];
}

/** One component as the form will show it; a sketch checks nothing and cannot be filled in. */
export function FieldView({ field, isSketch = false }: { field: Field; isSketch?: boolean }) {
  const { kind, label, name, help } = field;
  if (kind === "title") return <h3 className="fb-heading">{label}</h3>;
  if (kind === "text") return <p className="o-note">{label}</p>;
  if (kind === "divider") {
    return <Divider titlePlacement="start">{label || undefined}</Divider>;
  }
  return (
    <Form.Item
      // While it is edited a name may be empty or that of another.
      name={isSketch ? field.id : name}
      label={label}
      {...(isSketch ? { required: field.isRequired } : { rules: rulesOf(field) })}
      {...(kind === "switch" ? { valuePropName: "checked" } : {})}
      {...(help ? { extra: help } : {})}
    >
      {controlOf(field)}
    </Form.Item>
  );
}

/** All of them in their columns: full width on a phone. */
export function FieldGrid({ fields }: { fields: readonly Field[] }) {
  return (
    <Row gutter={16}>
      {fields.map((field) => (
        <Col key={field.id} xs={24} lg={field.span}>
          <FieldView field={field} />
        </Col>
      ))}
    </Row>
  );
}
