import { type Static, Type } from "typebox";
import { numbers, texts } from "#src/lib/wire.ts";

/** An activity in the list of staff. Moments are `yyyy-MM-dd HH:mm:ss`, empty for none. */
export const DeskRow = Type.Object({
  ...numbers("id", "state", "capacity", "taken", "waiting", "version"),
  ...texts(
    "title",
    "type",
    "mode",
    "place",
    "startAt",
    "endAt",
    "signEndAt",
    "opinion",
    "createBy",
  ),
});
export type DeskRow = Static<typeof DeskRow>;

const PriceForm = Type.Object(texts("key", "name", "amount", "memberAmount", "untilDate"));
const AgendaForm = Type.Object(texts("day", "from", "to", "title", "speaker", "place"));
const QuestionForm = Type.Object({
  ...texts("key", "label", "kind", "hint"),
  options: Type.Array(Type.String()),
  isRequired: Type.Boolean(),
});

/** An activity as its editor has it: what can be written, and where it stands. */
export const ActivityForm = Type.Object({
  ...numbers("id", "state", "version", "taken", "capacity", "perUserMax", "hours"),
  ...texts(
    "title",
    "type",
    "cover",
    "summary",
    "content",
    "mode",
    "city",
    "place",
    "address",
    "mapLink",
    "onlineUrl",
    "startAt",
    "endAt",
    "signStartAt",
    "signEndAt",
    "audience",
    "contact",
    "overrideReason",
    "opinion",
  ),
  needReview: Type.Boolean(),
  needPay: Type.Boolean(),
  prices: Type.Array(PriceForm),
  agenda: Type.Array(AgendaForm),
  formSchema: Type.Array(QuestionForm),
  attachments: Type.Array(Type.Object(texts("name", "url"))),
  certRule: Type.Object(numbers("sessions", "minAttend")),
  teachers: Type.Array(Type.Number()),
});
export type ActivityForm = Static<typeof ActivityForm>;

export const TeacherChoice = Type.Object({ ...numbers("id"), ...texts("teacherName", "unit") });
export type TeacherChoice = Static<typeof TeacherChoice>;
