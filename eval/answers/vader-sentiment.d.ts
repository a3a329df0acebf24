declare module "vader-sentiment" {
  const vader: { SentimentIntensityAnalyzer: { polarity_scores(text: string): { compound: number } } };
  export = vader;
}
