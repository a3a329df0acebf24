// Scans that ask until they know enough: how precisely a brand wants to know, and how far a scan is with that.

export const sampling = [
  `update brands set sampling = '{"target_half_width": null, "max_samples_per_prompt": 10}'::jsonb || sampling`,
  "alter table scans add column sampling jsonb",
];
