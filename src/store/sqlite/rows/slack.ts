// One of so many parts of a room is made free in one go.
const parts = 64

/**
 * Whether some more may go from a room than has to, where it is small: it stands in the same pages, and what comes next need not
 * look for room. What is large goes one by one.
 *
 * @param free bytes of the room, which is too little where it is below 0
 * @param last bytes that were made free last
 * @param room bytes
 */
export function hasLittleSlack(free: number, last: number, room: number): boolean {
  return free + last < room / parts
}
