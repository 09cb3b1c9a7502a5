/** Another text for a node, and the kind of the change. */
export interface Replacement {
  operator: string;
  text: string;
}
