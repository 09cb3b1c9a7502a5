/** A name as the SDK has it, in the spelling that travels: `addressLine1` is `address_line_1`. */
type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Head extends '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'
    ? `_${Head}${SnakeCase<Tail>}`
    : `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : S;

/** A model of PayPal's own SDK as the JSON that it stands for, so that answers are checked against the vendor's types. */
export type Wire<T> = T extends string
  ? `${T}`
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T as Key extends string ? SnakeCase<Key> : never]: Wire<T[Key]> }
      : T;
