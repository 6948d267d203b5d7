/** Set-up of a suite whose tests get the table in memory. */
process.env.TEST_TABLE_KIND = "memory";
