"""The trainers that Tracehop's own recipes run. They need torch and nothing else."""

import warnings

# torch says so on import where numpy is not installed; nothing here uses numpy.
warnings.filterwarnings("ignore", message="Failed to initialize NumPy")
