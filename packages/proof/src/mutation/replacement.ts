/** Another text for a node or for a part of it, and the kind of the change. */
export interface Replacement {
  operator: string;
  text: string;
  /** Where the part begins and ends in the text of the node; all of it unless given. */
  part?: readonly [from: number, to: number];
}
