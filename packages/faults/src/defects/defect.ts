/** A change of the API's sources. */
export interface Edit {
  /** Below `apps/api/src`. */
  file: string;
  /** Stands exactly once in the file. */
  find: string;
  replace: string;
}

/** A guard that somebody might take away, and the test that notices. */
export interface Defect {
  /** What would be wrong; unique. */
  name: string;
  /** What stands against it. */
  guard: string;
  edits: Edit[];
  /** Of the API, below `src`; it must fail by an assertion, or with `symptom`. */
  test: string;
  /** Pattern of an error that shows the defect where a test expects success without a word, e.g. of a second wall. */
  symptom?: string;
  /** Beginning or part of the names of tests that are run; all of the file unless given. */
  only?: string;
}
