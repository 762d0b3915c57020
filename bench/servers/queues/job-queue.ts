/** A library that merchants put between a push and its work. Its worker is in this process and does nothing. */
export interface JobQueue {
  /**
   * Resolves when the library says that the job is stored.
   *
   * @param key of the payment, which a repeated push has too
   */
  add(key: string, push: object): Promise<unknown>
  /** How many jobs the library has recorded as done since the start. */
  done(): Promise<number> | number
}
