export const demoUsers = ['super', 'clerk', 'picker', 'customer'] as const
