-- Ids of the categories that are disabled, and of all below one that is: none of their articles is
-- shown. A function, so that its plan is made once per connection; `union` ends at a cycle of rows.
create function closed_categories() returns bigint[] language sql stable parallel safe
return array(
  with recursive closed as (
    select id from article_type where status <> '0'
    union
    select below.id from article_type below join closed on below.parent_id = closed.id
  ) select id from closed
);
