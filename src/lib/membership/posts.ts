/** Posts of the society's leadership by their rank, as `leader_post.post` keeps them (product 4.5). */
export const POST_NAMES = {
  1: "会长",
  2: "副会长",
  3: "秘书长",
  4: "常务理事",
  5: "理事",
  6: "监事长",
  7: "监事",
} as const;

export const postName = (post: number): string => POST_NAMES[post as keyof typeof POST_NAMES] ?? "";
