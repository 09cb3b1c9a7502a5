// The image `p` that a remix goes back to; `o` is its generation. A deleted image is none, except the first one of a
// generation that is still there, whose id the generation has.
export const CAN_BE_PARENT = `(p.deleted_at is null or (p.id = o.id and o.deleted_at is null))`;

// Of a generation `g`: its parent, if that can still be one.
export const PARENT_ID = `case when g.parent_id is not null then (
    select p.id from images p join generations o on o.id = p.generation_id where p.id = g.parent_id and ${CAN_BE_PARENT}) end`;
