/** Words for the hour: before 5 late night, 5–8 morning, 9–11 forenoon, 12–13 noon, 14–17 afternoon, 18–23 evening. */
export function greeting(hour: number): 'night' | 'morning' | 'forenoon' | 'noon' | 'afternoon' | 'evening' {
  if (hour < 5) return 'night'
  if (hour < 9) return 'morning'
  if (hour < 12) return 'forenoon'
  if (hour < 14) return 'noon'
  return hour < 18 ? 'afternoon' : 'evening'
}
