/** What must hold at every commit of batches: each statement returns the rows that break it. */
export const BATCH_INVARIANTS = {
  'D29 a batch costs its shown total at most, and a row its frozen price': `
    select r.batch_id, r.number, sum(h.amount) as units, r.unit_price * r.count as price
      from batch_rows r join images i on i.generation_id = r.generation_id join holds h on h.image_id = i.id
     where h.state in ('held', 'settled')
     group by r.batch_id, r.number having sum(h.amount) > r.unit_price * r.count
    union all
    select b.id, b.row_count, b.total_units, sum(r.unit_price * r.count)
      from batches b left join batch_rows r on r.batch_id = b.id
     group by b.id having b.total_units is distinct from sum(r.unit_price * r.count) or b.row_count <> count(r.number)`,
  'D30 a row has one open generation at most, of its person': `
    select r.batch_id, r.number, count(*) as open
      from batches b join batch_rows r on r.batch_id = b.id
      join generations g on g.id = r.generation_id
           or (g.user_id = b.user_id and g.idem_key = 'batch ' || r.batch_id || ' ' || r.number)
     where g.status in ('pending', 'processing')
     group by r.batch_id, r.number having count(*) > 1 or count(*) filter (where g.id = r.generation_id) = 0
    union all
    select r.batch_id, r.number, 0
      from batches b join batch_rows r on r.batch_id = b.id join generations g on g.id = r.generation_id
     where g.user_id <> b.user_id`,
  'D31 a row that has ended has no open generation': `
    select r.batch_id, r.number, r.end_status, g.status
      from batch_rows r join generations g on g.id = r.generation_id
     where r.end_status is not null and g.status in ('pending', 'processing')`,
  'D32 a person has one running batch, a finished one no waiting row, a closed one no open row': `
    select user_id::text as id, count(*) from batches where status = 'running' group by user_id having count(*) > 1
    union all
    select b.id::text, count(*) from batches b join batch_rows r on r.batch_id = b.id
     where r.end_status is null and (b.closed_at is not null or (b.finished_at is not null and r.generation_id is null))
     group by b.id`,
} as const;
