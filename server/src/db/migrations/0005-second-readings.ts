// What reading answers in another way than at first takes: weights of the score that a brand may choose.

export const secondReadings = [
  "alter table brands add column score_weights jsonb",
  // What every scan until now was scored by.
  `alter table scans add column score_weights jsonb not null
    default '{"prominence": 0.6, "recommendation": 0.25, "own_source": 0.15, "neutral": 0.8, "negative": 0.25}'`,
];
