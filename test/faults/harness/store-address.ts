/** Which store an application process is to use. */
export type StoreAddress =
  | { readonly type: 'sqlite'; readonly file: string }
  | { readonly type: 'postgres'; readonly url: string; readonly connections: number }
  /** Keeps nothing and says that it does: what the checks must find out. */
  | { readonly type: 'liar' }
