import { Alert, Box, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../kit/panel.tsx';
import { fieldIssueText } from '../../lib/forms/field-issues.ts';
import type { Problem } from './bulk-row.ts';

export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('bulk-qrs');
  const place = ({ row, column }: Problem) => {
    if (row === null) return column === null ? t('fileProblem') : t('columnProblem', { column });
    return column === null ? t('rowProblem', { row }) : t('rowColumnProblem', { row, column });
  };
  const text = (problem: Problem) =>
    'text' in problem ? problem.text : 'rule' in problem ? t(`problem.${problem.rule}`) : fieldIssueText(problem.issue);
  return (
    <Panel title={t('problems')}>
      <Alert severity="error">{t('problemsText', { count: problems.length })}</Alert>
      <Box component="ul" sx={{ m: 0, mt: 2, pl: 2.5 }}>
        {problems.map((problem) => (
          <Typography key={`${problem.row} ${problem.column} ${text(problem)}`} component="li" sx={{ mb: 0.5 }}>
            <strong>{place(problem)}:</strong> {text(problem)}
          </Typography>
        ))}
      </Box>
    </Panel>
  );
}
