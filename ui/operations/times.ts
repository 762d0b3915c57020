import { dayAndTime } from '../shared/format.ts'

/** 4 min, 3 h, 2 days. @param since epoch ms @param now of the server's clock */
export function ageOf(since: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since) / 60_000))
  if (minutes < 1) return 'less than a minute'
  if (minutes < 120) return `${minutes} min`
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} days`
}

/** @param moment in ISO */
export function shownTime(moment: string): string {
  return dayAndTime(Date.parse(moment))
}
