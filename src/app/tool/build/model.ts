import {
  copyOf,
  EMPTY_FORM,
  type Field,
  type FieldKind,
  type FormModel,
  newField,
} from "./fields.ts";

/** The form with its earlier and its undone states. */
export type State = {
  form: FormModel;
  /** The component whose properties are shown; undefined: those of the form. */
  selected: string | undefined;
  past: readonly FormModel[];
  future: readonly FormModel[];
  /** The place of the last change: typing in one field is one step. */
  last: string | undefined;
};

export type Action =
  | { type: "add"; kind: FieldKind; index?: number; id?: string }
  | { type: "remove"; id: string }
  | { type: "duplicate"; id: string; copyId?: string }
  /** `index`: place in the list without the moved one. */
  | { type: "move"; id: string; index: number }
  | { type: "patch"; id: string; patch: Partial<Omit<Field, "id" | "kind">> }
  | { type: "settings"; patch: Partial<Omit<FormModel, "fields">> }
  | { type: "load"; form: FormModel }
  | { type: "clear" }
  | { type: "select"; id: string | undefined }
  | { type: "undo" }
  | { type: "redo" };

/** Steps that can be taken back. */
const MAX_PAST = 100;
/** More is no form that anybody fills in. */
export const MAX_FIELDS = 200;

export const startState = (form: FormModel = EMPTY_FORM): State => ({
  form,
  selected: undefined,
  past: [],
  future: [],
  last: undefined,
});

/** Goes on to another form; changes about the same thing in a row are one step. */
function step(state: State, form: FormModel, about?: string): State {
  const isSame = about !== undefined && about === state.last;
  return {
    ...state,
    form,
    past: isSame ? state.past : [...state.past, state.form].slice(-MAX_PAST),
    future: [],
    last: about,
  };
}

const within = (index: number, length: number) => Math.max(0, Math.min(index, length));

/** A selection that the form no longer has is none. */
const settled = (state: State): State =>
  state.form.fields.some(({ id }) => id === state.selected)
    ? state
    : { ...state, selected: undefined };

export function reduce(state: State, action: Action): State {
  const { form } = state;
  const { fields } = form;
  const withFields = (next: Field[]) => ({ ...form, fields: next });
  const at = "id" in action ? fields.findIndex(({ id }) => id === action.id) : -1;
  switch (action.type) {
    case "add": {
      if (fields.length >= MAX_FIELDS) return state;
      const made = newField(action.kind, fields, action.id);
      const index = within(action.index ?? fields.length, fields.length);
      return { ...step(state, withFields(fields.toSpliced(index, 0, made))), selected: made.id };
    }
    case "remove": {
      if (at < 0) return state;
      // The next one is at hand, or the one before where there is none.
      const next = fields[at + 1] ?? fields[at - 1];
      return { ...step(state, withFields(fields.toSpliced(at, 1))), selected: next?.id };
    }
    case "duplicate": {
      const field = fields[at];
      if (!field || fields.length >= MAX_FIELDS) return state;
      const copy = copyOf(field, fields, action.copyId);
      return { ...step(state, withFields(fields.toSpliced(at + 1, 0, copy))), selected: copy.id };
    }
    case "move": {
      const field = fields[at];
      if (!field) return state;
      const index = within(action.index, fields.length - 1);
      if (index === at) return state;
      return step(state, withFields(fields.toSpliced(at, 1).toSpliced(index, 0, field)));
    }
    case "patch": {
      if (at < 0) return state;
      const about = `${action.id} ${Object.keys(action.patch).join()}`;
      const next = fields.map((field) =>
        field.id === action.id ? { ...field, ...action.patch } : field,
      );
      return step(state, withFields(next), about);
    }
    case "settings":
      return step(state, { ...form, ...action.patch }, `form ${Object.keys(action.patch).join()}`);
    case "load":
      return { ...step(state, action.form), selected: undefined };
    case "clear":
      return fields.length === 0 ? state : { ...step(state, withFields([])), selected: undefined };
    case "select":
      return { ...state, selected: action.id, last: undefined };
    case "undo": {
      const before = state.past.at(-1);
      if (!before) return state;
      return settled({
        ...state,
        form: before,
        past: state.past.slice(0, -1),
        future: [form, ...state.future],
        last: undefined,
      });
    }
    case "redo": {
      const [after, ...future] = state.future;
      if (!after) return state;
      return settled({
        ...state,
        form: after,
        past: [...state.past, form],
        future,
        last: undefined,
      });
    }
  }
}
